import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure, run, say } from './prepare.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser for the tests: of CHROMIUM, of this machine, or, as root on Debian, installed now. */
export async function findChromium() {
  const found = lookAround()
  if (found) return found
  if (process.getuid?.() !== 0 || !isDebian())
    throw new Failure(
      '没有找到 Chromium。请安装它（例如 apt-get install chromium fonts-noto-cjk），或用环境变量 CHROMIUM 指明路径。',
    )
  say('正在安装 Chromium……')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env, quiet: true })
  const packages = ['chromium', 'fonts-noto-cjk']
  const { output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  })
  const installed = lookAround()
  if (!installed) throw new Failure(`${output}\nChromium 安装失败，原因见上。`)
  return installed
}

function lookAround() {
  const onPath = process.env.PATH.split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)))
  return [process.env.CHROMIUM, ...onPath, ...ELSEWHERE].find(path => path && existsSync(path))
}

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
