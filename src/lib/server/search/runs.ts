import { fold } from './fold.ts'

const RUN = /\p{Script=Han}+|[\p{L}--\p{Script=Han}]+|[\p{N}--\p{Script=Han}]+/gv
export const HAN = /\p{Script=Han}/u

/** Stretches of Chinese, of other letters, of digits: GB/T1576 is found by GB/T 1576, and the other way round. */
export const stretchesOf = (folded: string): string[] => folded.match(RUN) ?? []

/** The same of any text, character by character. */
export const runs = (text: string): string[][] => stretchesOf(fold(text)).map(stretch => [...stretch])
