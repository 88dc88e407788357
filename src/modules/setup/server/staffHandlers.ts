import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { record } from '#modules/audit/server/record.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { staffSetupContract } from '../staffContract.ts'
import { applyPack, countOf, type Difference, digestOf, previewPack } from './packApply.ts'
import { exportPack } from './packExport.ts'
import { type Pack, readPack, recordsIn, writePack } from './packFile.ts'
import { ownPack, ownPacks } from './packs.ts'

type Chosen = { code?: string; content?: string }

async function chosenPack({ code, content }: Chosen): Promise<Pack> {
  if (content) return readPack(content)
  if (code) return ownPack(code)
  throw invalid('请选择一个配置包，或上传一份')
}

const isDifferent = (one: Difference): one is Difference & { act: 'add' | 'change' } => one.act !== 'same'

export const setupHandlers: Handlers<typeof staffSetupContract> = {
  'GET /staff/setup': async ctx => {
    const steps = await readSetupSteps(ctx)
    return {
      steps: steps.map(({ isOptional = false, ...step }) => ({ ...step, isOptional })),
      done: steps.filter(({ lacks }) => lacks === null).length,
    }
  },
  'GET /staff/pack/list': async () =>
    (await ownPacks()).map(({ code, pack }) => ({
      code,
      name: pack.name,
      version: pack.version,
      about: pack.about,
      records: recordsIn(pack),
    })),
  'POST /staff/pack/preview': async (ctx, chosen) => {
    const pack = await chosenPack(chosen)
    const applied = await previewPack(ctx, pack)
    const { name, version, about } = pack
    return {
      name,
      version,
      about,
      digest: digestOf(pack, applied),
      same: countOf(applied.differences, 'same'),
      differences: applied.differences.filter(isDifferent),
      faults: applied.faults,
    }
  },
  'POST /staff/pack/apply': async (ctx, { digest, ...chosen }) => {
    const differences = await applyPack(ctx, await chosenPack(chosen), digest)
    return { added: countOf(differences, 'add'), changed: countOf(differences, 'change') }
  },
  'GET /staff/pack/export': async ctx => {
    const { association } = await readPublicConfig(ctx)
    const day = dayOf(ctx.now)
    const text = writePack(
      await exportPack(ctx, { name: association.shortName, version: '1.0.0', about: `${day} 导出` }),
    )
    await record(ctx, { action: 'pack.export', objectType: 'pack', objectName: association.shortName })
    const bytes = Buffer.from(text)
    return {
      name: `${association.shortName}配置包 ${day}.yaml`,
      type: 'application/yaml; charset=utf-8',
      size: bytes.length,
      body: () => Promise.resolve(Readable.from([bytes])),
      inline: false,
      etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 22)}"`,
      isPrivate: true,
    }
  },
}
