import { aptInstall, findProgram, mayInstall } from './debian.mjs'
import { Failure, say } from './prepare.mjs'

/** nginx for the test of the sample in `deploy/nginx`; where there is none, that test brings a proxy of its own. */
export const findNginx = () =>
  findOrInstall({
    name: 'nginx',
    paths: [process.env.NGINX, '/usr/sbin/nginx'],
    debian: 'nginx-light',
    without: '滚动重启的测试改用自带的代理',
  })

/** pdfsig (poppler): the independent checker of signatures in PDF; where there is none, the test of it is left out. */
export const findPdfsig = () =>
  findOrInstall({
    name: 'pdfsig',
    paths: [process.env.PDFSIG],
    debian: 'poppler-utils',
    without: '不用它核对 PDF 的签名',
  })

/** promtool (Prometheus): it judges the sample alerts; where there is none, their tests are left out. */
export const findPromtool = () =>
  findOrInstall({
    name: 'promtool',
    paths: [process.env.PROMTOOL],
    debian: 'prometheus',
    without: '不试告警规则',
  })

/** `without`: what the tests do where the program cannot be had; none of them needs it. */
async function findOrInstall({ name, paths, debian, without }) {
  const lookAround = () => findProgram([name], paths)
  const found = lookAround()
  if (found) return found
  if (mayInstall()) {
    say(`正在安装 ${debian}……`)
    await aptInstall(debian)
  }
  const installed = lookAround()
  if (!installed) say(`没有找到 ${name}（例如 apt-get install ${debian}）：${without}。`)
  return installed
}

/** Programs of the tests in Firefox and WebKit, by the variables that name them. */
const OTHER_BROWSERS = {
  FIREFOX: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  WEBKIT_DRIVER: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  XVFB: { names: ['Xvfb'], debian: 'xvfb' },
}

/** Passes these programs on to `e2e/browsers`. `isNeeded`: installs or refuses what is missing; else its tests are skipped. */
export async function provideOtherBrowsers({ isNeeded }) {
  const names = Object.keys(OTHER_BROWSERS)
  const pathOf = name => findProgram(OTHER_BROWSERS[name].names, [process.env[name]])
  const missing = () => names.filter(name => !pathOf(name)).map(name => OTHER_BROWSERS[name].debian)
  if (isNeeded && missing().length > 0 && mayInstall()) {
    say(`正在安装 ${missing().join('、')}……`)
    await aptInstall(...missing())
  }
  for (const name of names) process.env[name] = pathOf(name) ?? ''
  if (missing().length === 0) return
  const how = `apt-get install ${missing().join(' ')}`
  if (isNeeded) throw new Failure(`在 Firefox 和 WebKit 里测试还缺程序，请安装：${how}`)
  say(`跳过缺少程序的 Firefox 或 WebKit 测试（npm run test:all 不跳过）。安装：${how}`)
}
