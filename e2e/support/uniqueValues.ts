import { randomInt } from 'node:crypto'
import { creditCodeCheck } from '../../src/lib/creditCode.ts'

/** Several hundred tests of a run make these up: of fewer possible ones two would meet in one run of thirty. */
export const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const characters = (count: number) =>
  Array.from({ length: count }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

export const newPhone = () => `139${digits(8)}`
export const newUserName = () => `unit_${digits(10)}`
export function newCreditCode() {
  const first17 = `91110105MA${characters(7)}`
  return first17 + creditCodeCheck(first17)
}
