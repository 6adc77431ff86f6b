export { createFileStore, type FileStore } from './fileStore.ts';
export { LogFileError } from './logFileError.ts';
export type { AllowedOrigins } from './replay/cors.ts';
export { type Handler, type ReplayHandlerOptions, replayHandler } from './replay/replayHandler.ts';
