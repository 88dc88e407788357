import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import '#ui/form/form.css'
import './staffTotp.css'

type TotpSetup = Output<ApiContract['POST /staff/totp/begin']>

/** The second factor: scanned into an authenticator, proved by a code of it, and ten codes for when the phone is lost. */
export function StaffTotp() {
  const { hasSecondFactor } = useStaff()
  const revalidate = useRevalidate()
  const [begun, setBegun] = useState<TotpSetup>()
  const [codes, setCodes] = useState<string[]>()
  const begin = useSubmit('POST /staff/totp/begin')
  const start = async () => setBegun(await begin.submit({}))
  const enabled = (recoveryCodes: string[]) => {
    setBegun(undefined)
    setCodes(recoveryCodes)
  }
  return (
    <section className="desk-card">
      <h2>
        两步验证 <Tag tone={hasSecondFactor ? 'good' : 'warn'}>{hasSecondFactor ? '已启用' : '未启用'}</Tag>
      </h2>
      {codes ? (
        <RecoveryCodes codes={codes} done={revalidate} />
      ) : begun ? (
        <EnableTotp begun={begun} enabled={enabled} />
      ) : (
        <>
          <p>登录时除密码外，再输入手机验证器应用（如各类 Authenticator）上的六位数字。别人即使知道密码也无法登录。</p>
          <Problem>{begin.error?.message}</Problem>
          <Button type={hasSecondFactor ? 'default' : 'primary'} loading={begin.busy} onClick={() => void start()}>
            {hasSecondFactor ? '更换验证器' : '启用两步验证'}
          </Button>
        </>
      )}
    </section>
  )
}

function EnableTotp({ begun: { uri, secret }, enabled }: { begun: TotpSetup; enabled: (codes: string[]) => void }) {
  const [code, setCode] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /staff/totp/enable')
  const enable = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await submit({ code })
    if (answer) enabled(answer.recoveryCodes)
  }
  return (
    <form className="form" noValidate onSubmit={enable}>
      <ol className="totp-steps">
        <li>
          <p>用验证器应用扫描二维码：</p>
          <QrCode text={uri} />
          <p>
            不能扫描时，手动输入密钥：<code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
          </p>
        </li>
        <li>
          <Field name="totp-code" label="输入验证器显示的六位数字" required error={fields.code ?? error?.message}>
            {described => (
              <Input
                {...described}
                value={code}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                onChange={event => setCode(event.target.value)}
              />
            )}
          </Field>
        </li>
      </ol>
      <div className="form-actions">
        <Button type="primary" htmlType="submit" loading={busy}>
          启用
        </Button>
      </div>
    </form>
  )
}

function QrCode({ text }: { text: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    import('qrcode').then(({ toDataURL }) => toDataURL(text, { margin: 1, width: 200 }).then(setUrl))
  }, [text])
  return url ? (
    <img className="totp-qr" src={url} alt="两步验证的二维码；不能扫描时请用下面的密钥" />
  ) : (
    <div className="totp-qr" />
  )
}

function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  return (
    <div role="status">
      <p>
        <b>两步验证已启用。</b>
        请保存下面的备用码：手机不在身边时，可用一个备用码代替动态验证码，每个只能用一次。离开后不再显示。
      </p>
      <ul className="totp-codes" role="list">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button type="primary" onClick={done}>
          我已保存好
        </Button>
        <Button onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>复制</Button>
        <Button onClick={() => print()}>打印</Button>
      </div>
    </div>
  )
}
