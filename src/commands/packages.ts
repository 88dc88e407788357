import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
/** Timeout in ms, so that the doctor does not hang without a network. */
const REGISTRY_TIMEOUT_MS = 10_000
export const REGISTRY = 'https://registry.npmjs.org'

const lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
})
const advisories = z.record(
  z.string(),
  z.array(z.object({ title: z.string(), severity: z.string(), vulnerable_versions: z.string(), url: z.string() })),
)

const bill = z.looseObject({
  components: z.array(
    z.looseObject({ name: z.string(), version: z.string(), group: z.string().optional(), 'bom-ref': z.string() }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})

/**
 * Returns a CycloneDX bill of all packages of the lock file that run here, made by npm. The development packages are
 * removed here: npm's own option also removes zod, yaml and others that run.
 */
export async function billOfMaterials(): Promise<string> {
  // A release brings its own: there is no npm.
  const released = await readFile(resolve(root, 'sbom.cdx.json'), 'utf8').catch(() => undefined)
  if (released) return released
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const npm = spawn('npm', args, { cwd: root, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((done, fail) => npm.once('close', code => done(code ?? 1)).once('error', fail))
  const [text, complaint, code] = await Promise.all([buffer(npm.stdout), buffer(npm.stderr), ended])
  if (code !== 0) throw new Error(`npm 没有给出软件物料清单：${complaint.toString('utf8').trim()}`)
  const whole = bill.parse(JSON.parse(text.toString('utf8')))
  const versions = await installedVersions()
  const components = whole.components.filter(({ name, version }) => versions[name]?.includes(version))
  const lost = new Set(whole.components.filter(of => !components.includes(of)).map(of => of['bom-ref']))
  const dependencies = whole.dependencies
    .filter(({ ref }) => !lost.has(ref))
    .map(of => ({ ...of, dependsOn: of.dependsOn?.filter(ref => !lost.has(ref)) }))
  return JSON.stringify({ ...whole, components, dependencies }, null, 2)
}

/** Name and versions of every package that runs here. */
async function installedVersions(): Promise<Record<string, string[]>> {
  const { packages } = lock.parse(JSON.parse(await readFile(resolve(root, 'package-lock.json'), 'utf8')))
  const versions: Record<string, string[]> = {}
  for (const [path, { version, dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    if (name && version && !dev) versions[name] = [...(versions[name] ?? []), version]
  }
  return versions
}

/** The advisories that the registry knows for the versions that run here, one line each. */
export async function findAdvisories(registry = REGISTRY): Promise<{ packages: number; lines: string[] }> {
  const versions = await installedVersions()
  const answer = await fetch(new URL('-/npm/v1/security/advisories/bulk', `${registry.replace(/\/$/, '')}/`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${registry} 答复 ${answer.status}`)
  const found = advisories.parse(await answer.json())
  const lines = Object.entries(found).flatMap(([name, of]) =>
    of.map(
      ({ title, severity, vulnerable_versions, url }) =>
        `${name} ${versions[name]?.join('、') ?? ''}（受影响 ${vulnerable_versions}，${severity}）：${title} ${url}`,
    ),
  )
  return { packages: Object.keys(versions).length, lines }
}
