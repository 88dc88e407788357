import { syllablesOf } from '#lib/server/search/pinyin.ts'

/** Makes a code of a name: its pinyin in at most `max` letters and digits, numbered where that is taken. */
export function pinyinCode(name: string, isTaken: (code: string) => boolean, max = 16): string {
  const spelt = syllablesOf(name)
    .join('')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, max)
  const base = /^[a-z]/.test(spelt) ? spelt : `e${spelt}`
  for (let i = 1; ; i++) {
    const code = i === 1 ? base : `${base}${i}`
    if (!isTaken(code)) return code
  }
}
