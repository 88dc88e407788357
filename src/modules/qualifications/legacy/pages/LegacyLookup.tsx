import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'

type Which = { certNo: string; creditCode: string }
type Props = { asked: Partial<Which>; find: (which: Which) => Promise<void> }

/** Who comes back names the certificate and the company. */
export function LegacyLookup({ asked, find }: Props) {
  const { submit, busy, problem, errorOf } = useSubmit(({ certNo = '', creditCode = '' }) =>
    find({ certNo, creditCode }),
  )
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="查询补录进度">
      <ErrorSummary problem={problem} />
      <Field
        name="certNo"
        label="证书编号"
        error={errorOf('certNo')}
        defaultValue={asked.certNo}
        autoComplete="off"
        maxLength={40}
        required={true}
      />
      <Field
        name="creditCode"
        label="统一社会信用代码"
        error={errorOf('creditCode')}
        maxLength={30}
        autoComplete="off"
        defaultValue={asked.creditCode}
        required={true}
      />
      <SubmitButton busy={busy} label="查询" busyLabel="正在查询…" />
    </form>
  )
}
