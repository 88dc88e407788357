import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { writeWork } from '../../src/modules/accounts/proofOfWork.ts'

/** Solves the proof of work, as a browser does. */
export async function doWork(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the work was too much')
  return writeWork(solution)
}

const NUMBERS = [...'零一二三四五六七八九十', ...[...'一二三四五六七八'].map(unit => `十${unit}`)]

/** Answers a question such as `七加五等于多少？`. */
export function solve(question: string): string {
  const [, one, sign, other] = question.match(/^(.+)([加减])(.+)等于多少？$/)!
  const [a, b] = [NUMBERS.indexOf(one!), NUMBERS.indexOf(other!)]
  return String(sign === '加' ? a + b : a - b)
}
