import { aptInstall, findProgram, mayInstall } from './debian.mjs'
import { say } from './prepare.mjs'

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
