/** Prefix of a captcha answer that carries a proof of work instead of a typed answer. */
export const WORK_PREFIX = 'work:'

type Solution = { counter: number; derivedKey: string }

export const writeWork = ({ counter, derivedKey }: Solution) => `${WORK_PREFIX}${counter}:${derivedKey}`

export function readWork(text: string): Solution {
  const [counter = '', derivedKey = ''] = text.slice(WORK_PREFIX.length).split(':')
  return { counter: /^\d{1,9}$/.test(counter) ? Number(counter) : Number.NaN, derivedKey }
}
