import { aptInstall, findProgram, mayInstall } from './debian.mjs'
import { say } from './prepare.mjs'

/** nginx for the test of the sample in `deploy/nginx`; where there is none, that test brings a proxy of its own. */
export async function findNginx() {
  const lookAround = () => findProgram(['nginx'], [process.env.NGINX, '/usr/sbin/nginx'])
  const found = lookAround()
  if (found) return found
  if (mayInstall()) {
    say('正在安装 nginx……')
    await aptInstall('nginx-light')
  }
  const installed = lookAround()
  if (!installed) say('没有找到 nginx（例如 apt-get install nginx-light）：滚动重启的测试改用自带的代理。')
  return installed
}
