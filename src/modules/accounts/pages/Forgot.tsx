import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { head } from '#layouts/head.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
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
  const form = useLightForm(async ({ phone = '', code = '', newPwd = '', confirmPwd = '' }) => {
    await browserApi('POST /pwd/resetByCode', { phone, code, newPwd, confirmPwd })
    onDone()
  })
  const { errors } = form
  return (
    <LightForm of={form} label="找回密码" action="重设密码" busy="正在保存…">
      <LightLines fields={[phone]} errors={errors} />
      <CodeField scene="reset" of={form} />
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
