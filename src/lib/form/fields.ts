import { z } from 'zod'
import { isProvince } from '../provinces.ts'
import { typedText } from '../typed.ts'

/** The inputs that many calls share. Their messages are read by people: Chinese, and they say what is expected. */

/** A positive whole number that fits PostgreSQL's `integer`; accepts the text form of a query string. */
export const int = z.coerce
  .number<number | string>('应为正整数')
  .int('应为正整数')
  .min(1, '应为正整数')
  .max(2_147_483_647, '数字过大')

export const byId = z.object({ id: int })
/** A document about one record. */
export const fileOf = { input: byId, output: 'file', example: { id: 1 } } as const
/** Input of a call without parameters, and output of one without data. */
export const nothing = z.object({})

/** Free text of at most `max` characters, without the spaces around it and signs that nobody sees. */
export const text = (max: number) =>
  z.string('应为一段文字，且只能出现一次').overwrite(typedText).max(max, `不能超过 ${max} 个字`)

/** A code of our own making, such as `QX01` or `expiring`. */
export const code = z.string('应为一个代码，且只能出现一次').regex(/^[\w-]{1,40}$/, '不是有效的代码')

export const province = z.string('应为一个省级行政区划代码').refine(isProvince, '不是有效的省级行政区划代码')

/** A calendar day, `2026-11-21`. */
export const day = z.iso.date('应为日期，例如 2026-01-31')

/** A month, `2026-11`. */
export const month = z
  .string('应为一个月份，且只能出现一次')
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, '应为月份，例如 2026-01')
