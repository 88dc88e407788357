import { aptInstall, findProgram, mayInstall } from './debian.mjs'
import { say } from './prepare.mjs'

/** pdfsig (poppler): the independent checker of signatures in PDF; where there is none, the test of it is left out. */
export async function findPdfsig() {
  const lookAround = () => findProgram(['pdfsig'], [process.env.PDFSIG])
  const found = lookAround()
  if (found) return found
  if (mayInstall()) {
    say('正在安装 poppler-utils……')
    await aptInstall('poppler-utils')
  }
  const installed = lookAround()
  if (!installed) say('没有找到 pdfsig（例如 apt-get install poppler-utils）：不用它核对 PDF 的签名。')
  return installed
}
