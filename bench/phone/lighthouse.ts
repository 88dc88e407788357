import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installOutside } from '../outside.ts'
import { median } from '../table.ts'
import { browser } from './browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
] as const
type Category = (typeof CATEGORIES)[number]
type Metric = (typeof METRICS)[number]

/** The parts of a Lighthouse report that are used. */
type Report = {
  categories: Record<Category, { score: number }>
  audits: Record<Metric, { numericValue: number }>
  /** Lighthouse's own measure of how fast the machine is. */
  environment: { benchmarkIndex: number }
}
/** Points of a hundred; times in ms, weight in bytes. */
export type Audited = Record<Category | Metric | 'benchmarkIndex', number>

const run = promisify(execFile)
const RUNS = 3

/** Lighthouse as for a phone: the median of three visits. */
export function prepareLighthouse() {
  const folder = installOutside(fileURLToPath(new URL('./', import.meta.url)), 'phone', 'lighthouse')
  return async (url: string): Promise<Audited> => {
    const visits: Audited[] = []
    for (let i = 0; i < RUNS; i++) visits.push(await visit(folder, url))
    const names = Object.keys(visits[0]!) as (keyof Audited)[]
    return Object.fromEntries(names.map(name => [name, median(visits.map(of => of[name]))])) as Audited
  }
}

async function visit(folder: string, url: string): Promise<Audited> {
  const file = join(folder, 'report.json')
  const chrome = ['--headless=new', '--no-sandbox', ...browser.args].join(' ')
  const flags = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${chrome}`]
  await run(process.execPath, ['node_modules/lighthouse/cli/index.js', url, ...flags], {
    cwd: folder,
    timeout: 120_000,
    env: { ...process.env, CHROME_PATH: browser.executablePath },
  })
  const { categories, audits, environment } = JSON.parse(await readFile(file, 'utf8')) as Report
  const points = CATEGORIES.map(name => [name, Math.round(categories[name].score * 100)])
  const metrics = METRICS.map(name => [name, audits[name].numericValue])
  return Object.fromEntries([...points, ...metrics, ['benchmarkIndex', environment.benchmarkIndex]])
}
