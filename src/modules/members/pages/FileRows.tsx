import { Button } from 'antd'
import { Children, type ReactNode, useState } from 'react'
import './companyFile.css'

/** A glance is enough of most lists. */
const SHOWN = 6

/** Rows of the company file: the first few, and the others when somebody asks for them. */
export function FileRows({ unit, children }: { unit: string; children: ReactNode }) {
  const [all, showAll] = useState(false)
  const rows = Children.toArray(children)
  return (
    <>
      <ul className="file-rows" role="list">
        {all ? rows : rows.slice(0, SHOWN)}
      </ul>
      {rows.length > SHOWN && (
        <Button type="link" className="file-more" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? '只看前几条' : `显示全部 ${rows.length} ${unit}`}
        </Button>
      )}
    </>
  )
}
