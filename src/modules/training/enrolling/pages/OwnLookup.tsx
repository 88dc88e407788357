import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { call } from './enrolmentCalls.ts'
import type { Opened } from './enrolmentKept.ts'

type Props = { regNo: string | undefined; onOpen: (opened: Opened) => void }

/** Who comes back says which, and proves it by the code of the day. */
export function OwnLookup({ regNo: asked, onOpen }: Props) {
  const { submit, busy, problem, errorOf } = useSubmit(async ({ regNo = '', queryCode = '', contactMobile = '' }) => {
    const number = regNo.normalize('NFKC').replace(/\s/g, '').toUpperCase()
    const given = { regNo: number, queryCode: queryCode.normalize('NFKC').trim(), contactMobile }
    const { ticket } = await call('POST /app/training/open', given)
    onOpen({ regNo: number, ticket })
  })
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="查询我的报名">
      <ErrorSummary problem={problem} />
      <Field
        name="regNo"
        label="报名编号"
        error={errorOf('regNo')}
        defaultValue={asked}
        required={true}
        autoComplete="off"
        maxLength={30}
        autoCapitalize="characters"
        spellCheck={false}
        hint="PX 开头，在报名成功页和短信中"
      />
      <Field
        name="queryCode"
        label="查询码"
        error={errorOf('queryCode')}
        required={true}
        autoComplete="off"
        maxLength={10}
        inputMode="numeric"
        hint="6 位数字"
      />
      <Field
        name="contactMobile"
        label="联系人手机"
        error={errorOf('contactMobile')}
        required={true}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
      />
      <SubmitButton busy={busy} label="查询" busyLabel="正在查询…" />
    </form>
  )
}
