import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { paged } from '#lib/paging.ts'
import { articleValues } from './articleSchema.ts'
import { versionKinds } from './articleValues.ts'

const version = z.object({
  id: z.int(),
  kind: z.enum(typedKeys(versionKinds)),
  kindName: z.string(),
  note: z.string(),
  title: z.string(),
  by: z.string(),
  at: z.string(),
})

/** Version of the article that was read; saving with an older one is refused. */
export const seenVersion = z.int('应为整数').min(0, '应为 0 或正整数').optional()

/** Endpoints for earlier versions of an article and for restoring them. */
export const articleVersionsContract = {
  'GET /staff/article/version/list': {
    who: 'staff:content',
    summary: '一篇文章的各个版本，新的在前',
    ...paged({ id: int }, version),
    example: { id: 3467 },
  },
  'GET /staff/article/version/detail': {
    who: 'staff:content',
    summary: '一个版本的全文',
    input: byId,
    output: version.extend({ articleId: z.int(), values: articleValues }),
    example: { id: 1 },
  },
  'POST /staff/article/version/restore': {
    who: 'staff:content',
    summary: '把工作稿恢复为某个版本；现有内容留作一个版本',
    input: z.object({ id: int, version: seenVersion }),
    output: z.object({ version: z.int(), savedAt: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
