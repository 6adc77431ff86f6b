export { createFileStore, type FileStore } from './fileStore.ts';
export { LogFileError } from './logFileError.ts';
