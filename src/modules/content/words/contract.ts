import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { wordFields, wordKinds } from './words.ts'

/** Doubtful words and leftovers that the publisher has checked and accepts. */
export const confirmedWords = z.array(text(60)).max(1_000, '一次最多确认 1000 个词').default([])

export const wordsContract = {
  'POST /staff/words/find': {
    who: 'staff',
    summary: '保存将公开的一段文字之前：其中须核对的用语和疑似遗留，各在哪里；禁用词在保存时拒绝',
    maxBodyKb: 640,
    input: z.object({ text: z.string().max(200_000, '文字过长'), isHtml: z.boolean() }),
    output: z.array(
      z.object({
        kind: z.enum(typedKeys(wordKinds)),
        word: z.string(),
        found: z.string(),
        instead: z.string(),
        why: z.string().optional(),
        around: z.string(),
      }),
    ),
    example: { text: '业内领先', isHtml: false },
  },
  'GET /staff/article/words': {
    who: 'staff:content',
    summary:
      '工作稿里的敏感词和疑似遗留（批注标记、括号中的人名和审稿意见、空标题、内部或测试地址的链接、没有带入的图片）：在哪一栏、原文、建议用语；名单在站点设置里',
    input: byId,
    output: z.object({
      /** Version of the working copy that was checked. */
      version: z.int(),
      found: z.array(
        z.object({
          field: z.enum(wordFields),
          kind: z.enum(typedKeys(wordKinds)),
          word: z.string(),
          found: z.string(),
          instead: z.string(),
          why: z.string().optional(),
          times: z.int(),
          around: z.string(),
        }),
      ),
    }),
    example: { id: 3467 },
  },
} as const satisfies Contract
