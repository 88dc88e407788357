import { Icon } from '#ui/Icon.tsx'

/** The same for programs and wallets. An address, so that it works without the program. */
export function CredentialLink({ asked: { number, token } }: { asked: { number?: string; token?: string } }) {
  const which = new URLSearchParams(token ? { token } : { number: number ?? '' })
  return (
    <div className="slip">
      <a className="button" href={`/api/cert/credential?${which}`} download>
        <Icon name="download" size={18} /> 下载可验证凭证
      </a>
      <span>供程序核验，可导入数字钱包</span>
    </div>
  )
}
