import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'

/** Maximum length in characters; larger packs are applied on the command line. */
const MAX_PACK_LENGTH = 900_000
/** Either the code of a pack that comes with the program, or the text of one. */
const chosen = {
  code: text(30).optional(),
  content: z.string().max(MAX_PACK_LENGTH, '配置包过大，请改用命令 hangxie pack apply').optional(),
}
const about = { name: z.string(), version: z.string(), about: z.string() }
const change = z.object({ label: z.string(), before: z.string(), after: z.string() })
const named = { called: z.string(), name: z.string() }

export const section: Section = { title: '配置包', after: '站点设置' }

export const staffSetupContract = {
  'GET /staff/setup': {
    who: 'staff:setup',
    summary: '建站清单：还差什么，缺了它什么不能用，到哪里办',
    input: nothing,
    output: z.object({
      steps: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          without: z.string(),
          route: z.string().nullable(),
          isOptional: z.boolean(),
          /** Null: done. */
          lacks: z.string().nullable(),
        }),
      ),
      done: z.int(),
    }),
  },
  'GET /staff/pack/list': {
    who: 'staff:setup',
    summary: '随程序提供的配置包',
    input: nothing,
    output: z.array(z.object({ code: z.string(), ...about, records: z.int() })),
  },
  'POST /staff/pack/preview': {
    who: 'staff:setup',
    summary: '预览一个配置包会在本站新增、修改什么，不写入',
    maxBodyKb: 2700,
    input: z.object(chosen),
    output: z.object({
      ...about,
      /** Goes back with the order to apply it: what was shown, and nothing else, is done. */
      digest: z.string(),
      same: z.int(),
      differences: z.array(z.object({ ...named, act: z.enum(['add', 'change']), changes: z.array(change) })),
      faults: z.array(z.object({ ...named, message: z.string() })),
    }),
    example: { code: 'general' },
  },
  'POST /staff/pack/apply': {
    who: 'staff:setup',
    confirm: true,
    summary: '把预览过的配置包应用到本站，全部成功或全部不变',
    maxBodyKb: 2700,
    input: z.object({ ...chosen, digest: text(40) }),
    output: z.object({ added: z.int(), changed: z.int() }),
    example: { code: 'general', digest: 'x' },
  },
  'GET /staff/pack/export': {
    who: 'staff:setup',
    confirm: true,
    summary: '把本站的设置、级别、种类、栏目等导出为配置包（YAML）',
    input: nothing,
    output: 'file',
    example: {},
  },
} as const satisfies Contract
