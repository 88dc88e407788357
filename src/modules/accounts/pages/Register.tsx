import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import type { FormField } from '#lib/form/form.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link, useLocation } from '#ui/router/router.tsx'
import type { Route } from './+types/Register'
import { Agreement } from './Agreement.tsx'
import { CodeField } from './CodeField.tsx'
import { Entrance } from './Entrance.tsx'
import { MemberServices } from './MemberServices.tsx'
import { PasswordField } from './PasswordField.tsx'
import { phoneField } from './phoneField.ts'
import { useCompleteSignIn } from './useEnter.ts'

const load = async (api: Api) => ({ documents: await api('GET /document', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => head(args, { name: '注册账号', hidden: true })

export default function Register({ loaderData: { documents } }: Route.ComponentProps) {
  const enter = useCompleteSignIn()
  const { search } = useLocation()
  const [accountType, setAccountType] = useState<AccountType>('organisation')
  const form = useLightForm(async typed => {
    const agree = documents
      .filter(({ document }) => typed[document] === 'on')
      .map(({ document, version }) => ({ document, version }))
    const { userName = '', phone = '', code = '', password = '', orgName, creditCode, realName } = typed
    const who = { userName, phone, code, password, orgName, creditCode, realName }
    await enter(await browserApi('POST /register', { accountType, ...who, agree }))
  })
  const { errors } = form
  const isPerson = accountType === 'person'
  return (
    <Entrance
      title="注册账号"
      lead={
        <>
          一个单位一个账号，由单位的联系人注册。已有账号？<Link to={`/admin/login/login${search}`}>直接登录</Link>
        </>
      }
      aside={<MemberServices />}
    >
      <LightForm of={form} label="注册账号" action="注册" busy="正在注册…">
        <AccountTypes chosen={accountType} choose={setAccountType} />
        {/* Switched off, not taken away: what was typed comes back with the other choice. */}
        <fieldset hidden={isPerson} disabled={isPerson}>
          <legend className="hidden-text">单位</legend>
          <LightLines fields={organisation} errors={errors} />
        </fieldset>
        <fieldset hidden={!isPerson} disabled={!isPerson}>
          <legend className="hidden-text">个人</legend>
          <LightLines fields={person} errors={errors} />
        </fieldset>
        <LightInput
          name="userName"
          label="用户名"
          hint="可以不填，用手机号或信用代码登录；要填的，4 到 20 位字母、数字或下划线，以字母开头"
          error={errors.userName}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
        <PasswordField
          name="password"
          label="密码"
          hint="至少 8 个字符，任何字符都可以；一句好记的话比复杂的短密码更安全"
          error={errors.password}
          autoComplete="new-password"
        />
        <LightLines fields={[isPerson ? phone : { ...phone, label: '联系人手机号' }]} errors={errors} />
        <CodeField scene="register" of={form} />
        <Agreement documents={documents} error={errors.agree} />
      </LightForm>
    </Entrance>
  )
}

const organisation: FormField[] = [
  {
    name: 'orgName',
    label: '单位名称',
    section: '',
    kind: 'organisationName',
    required: true,
    hint: '与营业执照或登记证书一致',
    autocomplete: 'organization',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    section: '',
    kind: 'creditCode',
    required: true,
    hint: '18 位，见营业执照；也可以用它登录',
  },
]
const person: FormField[] = [
  {
    name: 'realName',
    label: '姓名',
    section: '',
    kind: 'personName',
    required: true,
    hint: '与身份证件一致',
    autocomplete: 'name',
  },
]
const phone = phoneField('用于接收验证码和办理进度通知')

type AccountType = 'organisation' | 'person'

const TYPES = [
  { value: 'organisation', name: '单位', text: '企业、事业单位、社会组织' },
  { value: 'person', name: '个人', text: '从业人员、专家' },
] as const

const AccountTypes = ({ chosen, choose }: { chosen: AccountType; choose: (type: AccountType) => void }) => (
  <fieldset className="entry-choices">
    <legend>账号类型</legend>
    {TYPES.map(({ value, name, text }) => (
      <label key={value}>
        <input
          type="radio"
          name="accountType"
          value={value}
          checked={chosen === value}
          onChange={() => choose(value)}
        />
        <span>
          <b>{name}</b>
          <small>{text}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
