import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findChromium } from './chromium.mjs'
import { findNginx } from './nginx.mjs'
import { build, Failure, install, root, run, runMain, say } from './prepare.mjs'

const total = { passed: 0, failed: 0 }

/** What failed, told again at the end: a run prints thousands of lines. */
const failures = []

/** One step under its heading. What it throws, or an exit code that no failed test explains, is one failed test more. */
async function step(title, work) {
  say(`\n── ${title} ${'─'.repeat(60 - 2 * title.length)}`)
  const failedBefore = total.failed
  const fault = await work().then(
    code => (code ? `退出码 ${code}` : undefined),
    error => (error instanceof Failure ? error.message : error.stack),
  )
  if (fault === undefined) return true
  if (total.failed === failedBefore) {
    total.failed++
    failures.push(title)
  }
  say(`✗ ${title}未通过：${fault}`)
  return false
}

const check = async (program, ...args) => (await run(program, args)).code

const reports = await mkdtemp(join(tmpdir(), 'hangxie-reports-'))

/** What vitest found in these files of a project; in all of them where none are named. */
async function vitestOnce(project, files = [], given = {}) {
  const report = join(reports, `${project}${files.length && '-again'}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run('vitest', ['run', '--project', project, ...reporters, ...files], {
    env: { NODE_ENV: 'test', ...given },
  })
  return { code, found: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined }
}

const failedTests = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        name: `${relative(root, name)} › ${fullName}`,
        why: failureMessages.join('\n').slice(0, 2000),
      })),
  )

/**
 * On a machine that others load, too, a test may meet a moment that nobody foresaw. What failed is tried once more, file by
 * file; passed over it is not: its name is told, for its cause is to be found.
 */
async function vitest(project, env) {
  const first = await vitestOnce(project, [], env)
  if (!first.found) return first.code
  total.passed += first.found.numPassedTests
  if (!first.code) return 0
  const failed = failedTests(first.found)
  const files = first.found.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  const again = files.length > 0 && files.length <= MOST_FILES_AGAIN ? await vitestOnce(project, files, env) : first
  const stillFailed = again.found ? failedTests(again.found) : failed
  const names = new Set(stillFailed.map(({ name }) => name))
  const flaky = failed.filter(({ name }) => !names.has(name))
  total.passed += flaky.length
  total.failed += stillFailed.length
  failures.push(...stillFailed.map(({ name, why }) => `${name}\n${why}`))
  if (flaky.length) say(`第二次才通过，请查明原因：\n${flaky.map(({ name, why }) => `${name}\n${why}`).join('\n')}`)
  return again.code
}
const MOST_FILES_AGAIN = 5

/** The names of the specs in these suites, and in those within, that failed twice. */
const unexpectedIn = suites =>
  suites.flatMap(suite => [
    ...suite.specs.filter(spec => !spec.ok).map(spec => `${spec.file}:${spec.line} › ${spec.title}`),
    ...unexpectedIn(suite.suites ?? []),
  ])

async function playwright() {
  const report = join(reports, 'playwright.json')
  const env = { CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await run('playwright', ['test', '--retries=1', '--reporter=list,json'], { env })
  if (existsSync(report)) {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
    const { expected, unexpected, flaky } = stats
    failures.push(...unexpectedIn(suites))
    total.passed += expected + flaky
    total.failed += unexpected
    // On a machine that others load, too, a browser may be too slow once. Passed over it is not: its cause is to be found.
    if (flaky) say(`有 ${flaky} 项浏览器测试第二次才通过（上面标为 flaky），请查明原因`)
  }
  return code
}

const hasSpecs = existsSync(join(root, 'e2e')) && readdirSync(join(root, 'e2e')).some(name => /\.spec\.ts$/.test(name))

async function testAll() {
  await step('类型', async () => (await check('react-router', 'typegen')) || check('tsc', '--noEmit'))
  await step('规范', () => check('biome', 'check'))
  await step('单元与接口', () => vitest('unit'))
  if (!(await step('构建', () => build()))) return
  await step('启动、停止与故障', async () => vitest('operation', { NGINX: (await findNginx()) ?? '' }))
  if (hasSpecs) await step('浏览器', playwright)
}

await runMain(async () => {
  if (await step('安装', () => install({ dev: true }))) await testAll()
  await rm(reports, { recursive: true })
  if (total.failed) process.exitCode = 1
  for (const failure of failures) say(`\n✗ ${failure}`)
  say('')
  console.log(`${total.passed} passed, ${total.failed} failed`)
})
