import { readFile, writeFile } from 'node:fs/promises'
import fastify from 'fastify'
import { anonymous, type Ctx, type Services } from '#lib/server/api/context.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { type Applied, applyPack, countOf, type Difference, previewPack } from '#modules/setup/server/packApply.ts'
import { exportPack } from '#modules/setup/server/packExport.ts'
import { type Pack, readPack, recordsIn, writePack } from '#modules/setup/server/packFile.ts'
import { ownPack, ownPacks } from '#modules/setup/server/packs.ts'
import { type Command, JSON_OPTION, printResult, withServices } from './command.ts'

/** Loads all modules, since each defines which of its records a pack holds. */
const loadModules = () => import('../handlers.ts')

const operatorContext = (services: Services): Ctx => ({
  ...services,
  now: new Date(),
  actor: anonymous,
  isCommand: true,
  address: '',
  log: fastify().log,
  headers: {},
})

/** A file, or one of the packs that come with the program. */
const find = async (name: string): Promise<Pack> =>
  /[./\\]/.test(name) ? readPack(await readFile(name, 'utf8')) : ownPack(name)

const signs = { add: '+', change: '~', same: ' ' } as const
const linesOf = ({ differences, faults }: Applied) => [
  ...differences.flatMap(({ called, name, act, changes }) =>
    act === 'same'
      ? []
      : [
          `${signs[act]} ${called} ${name}`,
          ...(act === 'change' ? changes.map(one => `    ${one.label}：${one.before} → ${one.after}`) : []),
        ],
  ),
  ...faults.map(({ called, name, message }) => `! ${called} ${name}：${message}`),
]
const summaryOf = (differences: readonly Difference[]) =>
  `新增 ${countOf(differences, 'add')} 项，修改 ${countOf(differences, 'change')} 项，相同 ${countOf(differences, 'same')} 项。`

export const packList: Command = {
  summary: '列出随程序提供的配置包',
  site: 'none',
  options: JSON_OPTION,
  run: async given => {
    const packs = (await ownPacks()).map(({ code, pack: { name, version, about } }) => ({ code, name, version, about }))
    printResult(
      given,
      packs,
      packs.map(({ code, name, version, about }) => `${code.padEnd(12)}${name} ${version}  ${about}`),
    )
    return 0
  },
}

export const packCheck: Command = {
  summary: '检查一个配置包能否用于本站，不写入',
  operand: '配置包的名称或文件',
  options: JSON_OPTION,
  run: given => applyOrPreview({ ...given, 'dry-run': true }),
}

export const packApply: Command = {
  summary: '把配置包应用到本站，全部成功或全部不变',
  operand: '配置包的名称或文件',
  options: { 'dry-run': { type: 'boolean', summary: '只列出会新增、修改什么' }, ...JSON_OPTION },
  run: applyOrPreview,
}

async function applyOrPreview(given: Parameters<Command['run']>[0]): Promise<number> {
  const pack = await find(String(given.operand))
  return withServices(async services => {
    await loadModules()
    const ctx = operatorContext(services)
    const applied = given['dry-run']
      ? await previewPack(ctx, pack)
      : { differences: await applyPack(ctx, pack), faults: [] }
    printResult(given, applied, [...linesOf(applied), summaryOf(applied.differences)])
    return applied.faults.length > 0 ? 1 : 0
  })
}

export const packExport: Command = {
  summary: '把本站的设置、级别、种类、栏目等导出为配置包',
  operand: '文件',
  options: {
    name: { type: 'string', summary: '配置包的名称，默认为协会简称' },
    version: { type: 'string', summary: '版本，默认 1.0.0' },
    ...JSON_OPTION,
  },
  run: given =>
    withServices(async services => {
      await loadModules()
      const ctx = operatorContext(services)
      const name = String(given.name ?? (await readPublicConfig(ctx)).association.shortName)
      const pack = await exportPack(ctx, { name, version: String(given.version ?? '1.0.0'), about: '' })
      const text = writePack(pack)
      // Parses the text before writing it: a pack that cannot be read back is not written.
      readPack(text)
      await writeFile(String(given.operand), text, { flag: 'wx' }).catch(error => {
        if (error.code !== 'EEXIST') throw error
        throw new Error(`${given.operand} 已经存在，请换一个文件名。`)
      })
      const records = recordsIn(pack)
      printResult(given, { file: given.operand, records }, [`已导出 ${records} 项到 ${given.operand}。`])
      return 0
    }),
}
