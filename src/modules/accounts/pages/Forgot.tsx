import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { head } from '#layouts/head.ts'
import { isRefusal } from '#lib/error.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link } from '#ui/router/router.tsx'
import type { Route } from './+types/Forgot'
import { CodeField } from './CodeField.tsx'
import { Entrance } from './Entrance.tsx'
import { PasswordField } from './PasswordField.tsx'
import { phoneField } from './phoneField.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '找回密码', hidden: true })

export default function Forgot() {
  const [done, setDone] = useState(false)
  return (
    <Entrance
      title="找回密码"
      lead={
        done ? undefined : (
          <>
            用账号登记的手机号设一个新密码。手机号已停用的，请办理<Link to="/admin/login/handover">联系人变更</Link>。
          </>
        )
      }
    >
      {done ? <Done /> : <Reset onDone={() => setDone(true)} />}
    </Entrance>
  )
}

const phone = phoneField('没有账号的手机号收不到验证码')

function Reset({ onDone }: { onDone: () => void }) {
  const [isCompanys, setCompanys] = useState(false)
  const form = useLightForm(async ({ phone = '', code = '', newPwd = '', confirmPwd = '', ...proof }) => {
    const { creditCode = '', mailCode = '' } = proof
    const given = { phone, code, newPwd, confirmPwd, creditCode, mailCode }
    await browserApi('POST /pwd/resetByCode', given).catch(error => {
      if (isRefusal(error) && (error.fields?.creditCode || error.fields?.mailCode)) setCompanys(true)
      throw error
    })
    onDone()
  })
  const { errors } = form
  return (
    <LightForm of={form} label="找回密码" action="重设密码" busy="正在保存…">
      <LightLines fields={[phone]} errors={errors} />
      <CodeField scene="reset" of={form} />
      {isCompanys && (
        <>
          <LightInput
            name="creditCode"
            label="单位的统一社会信用代码"
            error={errors.creditCode}
            autoComplete="off"
            maxLength={40}
            required
          />
          <LightInput
            name="mailCode"
            label="单位邮箱收到的验证码"
            error={errors.mailCode}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
          <p>
            收不到邮件的，凭加盖公章的变更函<Link to="/admin/login/handover">办理联系人变更</Link>。
          </p>
        </>
      )}
      <PasswordField
        name="newPwd"
        label="新密码"
        hint="至少 8 个字符，任何字符都可以"
        error={errors.newPwd}
        autoComplete="new-password"
      />
      <PasswordField name="confirmPwd" label="再输入一次新密码" error={errors.confirmPwd} autoComplete="new-password" />
    </LightForm>
  )
}

function Done() {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  return (
    <div className="entry">
      <p ref={message} className="entry-done" role="status" tabIndex={-1}>
        新密码已经生效，所有设备上的登录都已退出。
      </p>
      <Link className="button primary" to="/admin/login/login">
        用新密码登录
      </Link>
    </div>
  )
}
