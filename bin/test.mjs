import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './chromium.mjs'
import { build, Failure, install, run, runMain, say } from './prepare.mjs'
import { chooseTests } from './testChoice.mjs'
import { findNginx, findPdfsig, findPromtool, provideOtherBrowsers } from './tools.mjs'

const total = { passed: 0, failed: 0 }

/** What failed, told again at the end: a run prints thousands of lines. */
const failures = []

/** How long each step took, and how much of the processors it left idle. */
const steps = []

/**
 * One step under its heading. What it throws, or an exit code that no failed test explains, is one failed test more.
 * `work` answers its exit code, and how many tests have failed in it.
 */
async function step(title, work) {
  say(`\n── ${title} ${'─'.repeat(60 - 2 * title.length)}`)
  const elapsed = stopwatch()
  const { fault, failed = 0 } = await work().then(
    ({ code, failed } = {}) => ({ fault: code ? `退出码 ${code}` : undefined, failed }),
    error => ({ fault: error instanceof Failure ? error.message : error.stack }),
  )
  steps.push(`${title} ${elapsed()}`)
  if (fault === undefined) return true
  if (failed === 0) {
    total.failed++
    failures.push(title)
  }
  say(`✗ ${title}未通过：${fault}`)
  return false
}

function stopwatch() {
  const processors = () => {
    const times = cpus().map(({ times }) => times)
    const all = times.flatMap(Object.values).reduce((sum, time) => sum + time, 0)
    return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) }
  }
  const [begun, before] = [Date.now(), processors()]
  return () => {
    const after = processors()
    const idle = Math.round((100 * (after.idle - before.idle)) / (after.all - before.all || 1))
    return `${Math.round((Date.now() - begun) / 1000)} 秒（处理器空闲 ${idle}%）`
  }
}

const check = (program, ...args) => run(program, args)

/** By one checker: several work out the same types again, each for itself. With room for what they leave behind. */
const checkTypes = () => run('tsc', ['--noEmit', '--checkers', '1'], { env: { GOGC: '400' } })

const reports = await mkdtemp(join(tmpdir(), 'hangxie-reports-'))

/** The program is started a hundred times: what was compiled once is read. */
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }

async function vitest(projects, args, env) {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=./bin/testReport.mjs']
  const { code } = await run('vitest', ['run', ...projects.map(name => `--project=${name}`), ...reporters, ...args], {
    env: { NODE_ENV: 'test', TEST_REPORT: report, ...compiled, ...env },
  })
  if (!existsSync(report)) return { code }
  const found = JSON.parse(readFileSync(report, 'utf8'))
  total.passed += found.passed
  total.failed += found.failures.length
  failures.push(...found.failures)
  return { code, failed: found.failures.length }
}

/** The names of the specs in these suites, and in those within, that failed. */
const unexpectedIn = suites =>
  suites.flatMap(suite => [
    ...suite.specs.filter(spec => !spec.ok).map(spec => `${spec.file}:${spec.line} › ${spec.title}`),
    ...unexpectedIn(suite.suites ?? []),
  ])

async function playwright(args, answers) {
  const report = join(reports, 'playwright.json')
  const noted = answers && { SITE_ANSWERS: answers }
  const env = { CHROMIUM: await findChromium(), ...compiled, ...noted, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...args], { env })
  if (!existsSync(report)) return { code }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  failures.push(...unexpectedIn(suites))
  total.passed += stats.expected
  total.failed += stats.unexpected
  return { code, failed: stats.unexpected }
}

async function checkSources() {
  await step('类型', async () => {
    const typed = await check('react-router', 'typegen')
    return typed.code ? typed : checkTypes()
  })
  await step('规范', () => check('biome', 'check'))
}

async function testAll({ isWhole, isAll, paths = [], specs = [], vitestProjects, vitestArgs, playwrightArgs }) {
  const needsPages = vitestProjects.includes('operation') || playwrightArgs
  // Beside each other: neither keeps two processors busy.
  const [isBuilt] = await Promise.all([needsPages ? step('构建', () => build()) : true, isWhole && checkSources()])
  if (!isBuilt) return
  const env = {
    NGINX: (vitestProjects.includes('operation') && (await findNginx())) || '',
    PDFSIG: (vitestProjects.includes('unit') && (await findPdfsig())) || '',
    PROMTOOL: (isAll && vitestProjects.includes('unit') && (await findPromtool())) || '',
  }
  if (isAll) process.env.ALL_TESTS = '1'
  process.env.CHANGED_PATHS = paths.join(' ')
  process.env.CHANGED_SPECS = specs.join(' ')
  // Every answer is seen only where all tests run.
  const answers = isWhole && isAll ? join(reports, 'answers') : undefined
  if (answers) await mkdir(answers)
  const seen = answers && { ANSWERS_DIR: answers }
  if (vitestProjects.length > 0)
    await step('单元、接口与进程', () => vitest(vitestProjects, vitestArgs, { ...env, ...seen }))
  const inOthers = (isWhole && isAll) || [...specs, ...(playwrightArgs ?? [])].some(path => /\bbrowsers\b/.test(path))
  if (inOthers) await step('Firefox 与 WebKit', () => provideOtherBrowsers({ isNeeded: isAll }))
  if (playwrightArgs) await step('浏览器', () => playwright(playwrightArgs, answers))
  if (answers) await step('回答', () => check('node', 'test/answers/check.ts', answers, '--strict'))
}

await runMain(async () => {
  const choice = await chooseTests(process.argv.slice(2).map(word => (word.startsWith('-') ? word : resolve(word))))
  if (await step('安装', () => install({ dev: true }))) await testAll(choice)
  await rm(reports, { recursive: true })
  if (total.failed) process.exitCode = 1
  for (const failure of failures) say(`\n✗ ${failure}`)
  say(`\n${steps.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
})
