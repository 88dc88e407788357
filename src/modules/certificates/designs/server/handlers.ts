import { readFileSync } from 'node:fs'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { certificateDesignContract } from '../contract.ts'
import { readCoverableKinds, registersOf } from './coveredKinds.ts'
import { designDesk, readDrawing } from './designDesk.ts'
import { placeholdersOf } from './placeholders.ts'
import { makeSample } from './samples.ts'
import { sealHandlers } from './seal.ts'
import { faultsInWords } from './templateFaults.ts'

const starter = readFileSync(new URL('./starter.typ', import.meta.url), 'utf8')

type Drawing = { id?: number; form: Record<string, unknown>; kind?: string }

async function sampleBytes(ctx: Ctx, { id, form, kind }: Drawing, as: 'pdf' | 'svg'): Promise<Buffer> {
  const made = await makeSample(ctx, await readDrawing(ctx, form, id), as, kind)
  if ('bytes' in made) return made.bytes
  throw invalid('有 1 处需要更正', { template: faultsInWords(made.faults) })
}

export const certificateDesignHandlers: Handlers<typeof certificateDesignContract> = {
  'GET /staff/certificate/design/list': async ctx => {
    const { list, ...rest } = await designDesk.list(ctx)
    const kinds = await readCoverableKinds(ctx)
    const named = (values: (typeof list)[number]['values']) =>
      Array.isArray(values.kinds)
        ? values.kinds.map(code => kinds.find(kind => kind.code === code)?.name ?? String(code))
        : []
    return {
      ...rest,
      list: list.map(row => ({
        ...row,
        kindNames: named(row.values),
        isOwnTemplate: Boolean(row.values.template),
      })),
      kinds: kinds.map(({ code, name }) => ({ code, name })),
      sayable: placeholdersOf(registersOf(kinds, [])),
      starter,
      hasSeal: (await readGroup(ctx, 'seal')).file !== null,
    }
  },
  'POST /staff/certificate/design/save': designDesk.save,
  'POST /staff/certificate/design/remove': designDesk.remove,
  'POST /staff/certificate/design/preview': async (ctx, drawing) => ({
    svg: (await sampleBytes(ctx, drawing, 'svg')).toString('utf8'),
  }),
  'POST /staff/certificate/design/sample': async (ctx, drawing) =>
    privateDownload('证书样张.pdf', PDF, await sampleBytes(ctx, drawing, 'pdf')),
  ...sealHandlers,
}
