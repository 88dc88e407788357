import { randomBytes } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { once } from '#lib/once.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { syllablesOf } from '#lib/server/search/pinyin.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { dictionaryEntry } from '#modules/settings/server/tables.ts'
import { DEMO_PASSWORD } from '../demoNames.ts'
import { commonPasswords } from './commonPasswords.ts'
import { isEasilyGuessed } from './guessability.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** argon2id, with the library's parameters (19 MiB, two passes). */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password)

const dummyHash = once(() => argon2.hash(randomBytes(16)))

/**
 * Verifies a password. Without an account the same work is done, so that timing does not reveal which accounts exist.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash?.startsWith('$argon2')
  const fits = await argon2.verify(known ? passwordHash! : await dummyHash(), password)
  return Boolean(known) && fits
}

/** Returns why a new password is refused, or undefined. Any characters are accepted, and no mixture is required. */
export async function passwordFault(
  ctx: Ctx,
  password: string,
  own: { userName?: string; phone?: string } = {},
): Promise<string | undefined> {
  const length = [...password].length
  if (length < MIN_LENGTH) return `密码至少 ${MIN_LENGTH} 个字符；可以是一句好记的话`
  if (length > MAX_LENGTH) return `密码不能超过 ${MAX_LENGTH} 个字符`
  const lower = password.normalize('NFKC').toLowerCase()
  if (await isGuessable(lower)) return '这个密码太常见，容易被猜到，请换一个'
  if (lower.includes(DEMO_PASSWORD.toLowerCase())) return '演示账号的密码人人都知道，请换一个'
  const contained = (word: string | undefined) => Boolean(word) && lower.includes(word!.toLowerCase())
  if (contained(own.userName)) return '密码中不能含有用户名'
  if (contained(own.phone)) return '密码中不能含有手机号'
  const { names, words } = await guessableWords(ctx)
  if (names.some(contained)) return '密码中不能含有协会的名称，用拼音写的也不能'
  if (isMadeOf(lower, words)) return '只由协会、行业的名称和数字组成的密码容易被猜到，请换一个'
  if (await isEasilyGuessed(lower))
    return '这个密码容易被猜到：姓名、地名、品牌、日期和键盘上相邻的键，加上几位数字或符号也不够，请换一句好记的话'
}

const BIRTHDAY = /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const ONE_CHARACTER = /^(.)\1*$/su
const ROWS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
]
/** A year or a few digits and signs make no other password of a word. */
const ORNAMENT = /^[^\p{Letter}]{0,5}|[^\p{Letter}]{0,5}$/gu

async function isGuessable(lower: string): Promise<boolean> {
  if (BIRTHDAY.test(lower) || ONE_CHARACTER.test(lower) || ROWS.some(row => row.includes(lower))) return true
  const common = await commonPasswords()
  return common.has(lower) || common.has(lower.replace(ORNAMENT, ''))
}

/** Shorter than this, letters stand in any word. */
const MIN_NAME_LENGTH = 5
const MIN_WORD_LENGTH = 4
/** Letters outside such words from which a password is accepted. */
const MIN_OTHER_LETTERS = 4

/** Words common to every association. */
const commonWords = ['中国', '协会', '学会', '行业', '会员', '管理员']
const commonEnglishWords = ['admin', 'member', 'hangxie', 'password', 'welcome']

/**
 * Returns what an attacker who knows the site tries first. `names`: never part of a password; `words`: not all of it.
 */
async function guessableWords(ctx: Pick<Ctx, 'db' | 'now' | 'config'>) {
  const { association, title } = await readPublicConfig(ctx)
  const entries = await ctx.db.select({ name: dictionaryEntry.name }).from(dictionaryEntry)
  const { name, shortName, nameEn } = association
  const spelt = [name, shortName].map(chinese => syllablesOf(chinese).join('')).filter(hasMinLength(MIN_NAME_LENGTH))
  const trades = [...commonWords, name, shortName, title, association.title, ...entries.map(entry => entry.name)]
  const english = nameEn.toLowerCase().split(/\W+/).filter(hasMinLength(MIN_WORD_LENGTH))
  return {
    names: [name, shortName, ...spelt],
    words: [...new Set([...trades.flatMap(pairsOf), ...english, ...commonEnglishWords])],
  }
}

const hasMinLength = (than: number) => (text: string) => text.length >= than

/**
 * Returns each pair of adjacent Chinese characters, as written and in pinyin; longer words are covered by their pairs.
 */
function pairsOf(text: string): string[] {
  return (text.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap(run => {
    const [characters, syllables] = [[...run], syllablesOf(run)]
    return characters.slice(1).flatMap((second, n) => [characters[n]! + second, syllables.slice(n, n + 2).join('')])
  })
}

/** Returns true if hardly any letters remain outside these words; digits and signs do not count. */
export function isMadeOf(lower: string, words: readonly string[]): boolean {
  const letters = lower.replace(/[^\p{Letter}]/gu, '')
  const covered = new Uint8Array(letters.length)
  for (const word of words)
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1))
      covered.fill(1, at, at + word.length)
  const left = covered.filter(isCovered => !isCovered).length
  return left < letters.length && left < MIN_OTHER_LETTERS
}
