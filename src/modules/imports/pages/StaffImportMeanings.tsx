import { Button } from 'antd'
import { useApi, useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'

/** What was said that words mean, for all sheets of this kind; a wrong one is taken back. */
export function StaffImportMeanings({ kind }: { kind: string }) {
  const { data: meanings = [], reload } = useApi('GET /staff/import/meanings', { kind })
  const { submit, busy, error } = useSubmit('POST /staff/import/forget')
  if (meanings.length === 0) return null
  const forget = async (id: number) => {
    await submit({ id })
    reload()
  }
  return (
    <details>
      <summary>记住的对应（{meanings.length}）</summary>
      <Problem>{error?.message}</Problem>
      <ul className="import-meanings" role="list">
        {meanings.map(({ id, heading, said, meant, createdByName }) => (
          <li key={id}>
            {heading}：“{said}”即“{meant}”（{createdByName}）
            <Button type="link" disabled={busy} onClick={() => void forget(id)}>
              删除<span className="hidden-text">“{said}”的对应</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
