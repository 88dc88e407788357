import { aptInstall, findProgram, mayInstall } from './debian.mjs'
import { Failure, say } from './prepare.mjs'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
]
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser for the tests: of CHROMIUM, of this machine, or, as root on Debian, installed now. */
export async function findChromium() {
  const lookAround = () => findProgram(NAMES, [process.env.CHROMIUM, ...ELSEWHERE])
  const found = lookAround()
  if (found) return found
  if (!mayInstall())
    throw new Failure(
      '没有找到 Chromium。请安装它（例如 apt-get install chromium fonts-noto-cjk），或用环境变量 CHROMIUM 指明路径。',
    )
  say('正在安装 Chromium……')
  // The shell draws no window, which spares the processor; older releases of Debian have the whole browser only.
  await aptInstall('chromium-headless-shell', 'fonts-noto-cjk')
  const output = lookAround() ? '' : await aptInstall('chromium', 'fonts-noto-cjk')
  const installed = lookAround()
  if (!installed) throw new Failure(`${output}\nChromium 安装失败，原因见上。`)
  return installed
}
