import { Button } from 'antd'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'

type Props = { values: FormValues; onChange: (values: FormValues) => void }

/** What stood on earlier receipts: chosen, it fills the fields of the receipt. */
export function SavedTitles({ values, onChange }: Props) {
  const { data, reload } = useApi('GET /member/fee/titles', {})
  const { submit } = useSubmit('POST /member/fee/titleRemove')
  if (!data?.length) return null
  const remove = async (id: number) => {
    await submit({ id })
    reload()
  }
  return (
    <section className="saved-titles" aria-label="用过的票据抬头">
      <p>用过的票据抬头，点选即填入：</p>
      <ul role="list">
        {data.map(({ id, title, creditCode, email }) => (
          <li key={id}>
            <Button
              onClick={() =>
                onChange({ ...values, receiptTitle: title, receiptCreditCode: creditCode, receiptEmail: email })
              }
            >
              {title}
            </Button>
            <Button type="text" onClick={() => void remove(id)}>
              删除<span className="hidden-text">：{title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
