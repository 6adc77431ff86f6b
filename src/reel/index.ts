export { chunkBytes, chunkLine } from './bytes.ts';
export { type Clock, createManualClock, type ManualClock, systemClock } from './clock.ts';
export { createPlayer } from './createPlayer.ts';
export * from './format.ts';
export { type KeyFrame, keyFrames } from './keyFrames.ts';
export { parseReel } from './parse.ts';
export { type PlayOptions, play } from './play.ts';
export { type Player, type PlayerOptions, type PlayerState, ReelCut, type Speed } from './player.ts';
export { createLineMaker, formatHeader, formatLine, formatReel, type LineMaker } from './write.ts';
