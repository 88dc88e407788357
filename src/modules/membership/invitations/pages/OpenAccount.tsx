import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Agreement } from '#modules/accounts/pages/Agreement.tsx'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { PasswordField } from '#modules/accounts/pages/PasswordField.tsx'
import { phoneField } from '#modules/accounts/pages/phoneField.ts'
import { useEnter } from '#modules/accounts/pages/useEnter.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'

type Props = { token: string; documents: Output<ApiContract['GET /document']> }

/** By what the company signs in from now on; whose account it is, the link has said. */
export function OpenAccount({ token, documents }: Props) {
  const enter = useEnter()
  const form = useLightForm(async typed => {
    const agree = documents
      .filter(({ document }) => typed[document] === 'on')
      .map(({ document, version }) => ({ document, version }))
    const { userName = '', phone = '', code = '', password = '' } = typed
    await enter(await browserApi('POST /invitation/accept', { token, userName, phone, code, password, agree }))
  })
  const { errors } = form
  return (
    <LightForm of={form} label="开通单位账号" action="开通账号" busy="正在开通…">
      <LightInput
        name="userName"
        label="用户名"
        hint="4 到 20 位字母、数字或下划线，以字母开头"
        error={errors.userName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      <PasswordField
        name="password"
        label="密码"
        hint="至少 8 个字符，任何字符都可以；一句好记的话比复杂的短密码更安全"
        error={errors.password}
        autoComplete="new-password"
      />
      <LightLines fields={[phone]} errors={errors} />
      <CodeField scene="register" of={form} />
      <Agreement documents={documents} error={errors.agree} />
    </LightForm>
  )
}

const phone = { ...phoneField('用于接收验证码和办理进度通知'), label: '联系人手机号' }
