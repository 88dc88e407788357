import { Alert } from 'antd'
import { type FormValues, rowsIn } from '#lib/form/form.ts'

type Answered = { code: string; label: string; count: number; titles: string[] }

/** Who has answered the own fields that are about to be deleted, before that is saved. */
export function AnsweredGone({ answered, typed }: { answered: readonly Answered[]; typed: FormValues }) {
  const codes = rowsIn(typed, 'fields').map(({ code }) => code)
  const gone = answered.filter(({ code }) => !codes.includes(code))
  if (gone.length === 0) return null
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      title="要删除的栏目已有人填写"
      description={
        <>
          <ul>
            {gone.map(({ code, label, count, titles }) => (
              <li key={code}>
                {label}：{count} 份申请填写过（{titles.join('、')}
                {count > titles.length && ' 等'}）
              </li>
            ))}
          </ul>
          <p>这些申请保留这一栏和所填内容；以后提交的申请不再填写它。保存后可在修改记录中恢复。</p>
        </>
      }
    />
  )
}
