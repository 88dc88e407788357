import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import type { certificateDesignContract } from '../contract.ts'
import { readDrawing } from './designDesk.part.ts'
import { makeSample } from './samples.ts'
import { sealHandlers } from './seal.ts'
import { faultsInWords } from './templateFaults.ts'

type Drawing = { id?: number; form: Record<string, unknown>; kind?: string }

async function sampleBytes(ctx: Ctx, { id, form, kind }: Drawing, as: 'pdf' | 'svg'): Promise<Buffer> {
  const made = await makeSample(ctx, await readDrawing(ctx, form, id), as, kind)
  if ('bytes' in made) return made.bytes
  throw invalid('有 1 处需要更正', { template: faultsInWords(made.faults) })
}

export const certificateDesignHandlers: Handlers<typeof certificateDesignContract> = {
  'POST /staff/certificate/design/preview': async (ctx, drawing) => ({
    svg: (await sampleBytes(ctx, drawing, 'svg')).toString('utf8'),
  }),
  'POST /staff/certificate/design/sample': async (ctx, drawing) =>
    privateDownload('证书样张.pdf', PDF, await sampleBytes(ctx, drawing, 'pdf')),
  ...sealHandlers,
}
