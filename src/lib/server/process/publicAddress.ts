import { BlockList, isIP } from 'node:net'
import { conflict } from '../../error.ts'
import { isOnTrial } from './operation.ts'

/** Private and local networks, which cannot be reached from outside. */
const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot, and those that no public name server answers. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|lan|internal|home\.arpa)$/

/**
 * Whether an address is meant for the public: HTTPS, which a trial run does not need, or a host outside the local
 * network.
 */
export function isPublicAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || !isLocalHost(hostname)
}

/** Whether a host is this machine, or in a private network. */
function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return LOCAL_NAME.test(host)
  return privateNetworks.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

type Printing = { config: { publicUrl: string; isTrial: boolean } }

/**
 * Address for a QR code, a letter or a message: it cannot be corrected once it is out. Refused (409) while `PUBLIC_URL` is not
 * the real one, HTTPS and not of a local network, unless this is a trial.
 */
export function printedUrl({ config: { publicUrl, isTrial } }: Printing, path = ''): string {
  const { protocol, hostname } = new URL(publicUrl)
  const fault = isLocalHost(hostname)
    ? '只有本机或内部网络能打开'
    : protocol === 'https:'
      ? ''
      : '不是 https:// 开头的网址'
  // A paper of a trial carries a mark, and nobody keeps it.
  if (fault && !isTrial && !isOnTrial())
    throw conflict(
      `现在不能制作二维码和印有网址的文件：对外网址 PUBLIC_URL 是 ${publicUrl}，${fault}。请在服务器的配置中改为正式网址后重启；只是试用的，请设置 TRIAL=1`,
    )
  return publicUrl + path
}
