import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { ManageViews } from './ManageViews.tsx'
import './views.css'

type Views = Output<ApiContract['GET /staff/view/list']>
type Props = {
  register: string
  answer: Pick<Answer<Views>, 'data' | 'reload'>
  /** Default views, listed before the saved ones. */
  usual: readonly { name: string; query: string; n?: number }[]
  current: string
  /** The same as a view keeps it, where that is more. */
  kept?: string
  /** What the address says besides, such as the tab of the screen. */
  others?: string
  /** Label of the choice to open the list with an own view; absent: not possible. */
  asDefault?: string
}

/** Ways of looking at a list: those that everybody has, those that are shared, and the own ones. */
export function SavedViews({ usual, current, kept = current, others, answer, ...rest }: Props) {
  const [open, setOpen] = useState(false)
  const saved = answer.data?.views ?? []
  const tabs = [
    ...usual.map(view => ({ n: undefined, ...view, id: view.name, isShared: false })),
    ...saved.map(view => ({ ...view, n: undefined })),
  ]
  const isIt = (as: string) => (tab: { query: string }) => ordered(tab.query) === ordered(as)
  const chosen = tabs.find(isIt(current)) ?? tabs.find(isIt(kept))
  return (
    <nav className="views" aria-label="视图">
      <ul role="list">
        {tabs.map(tab => (
          <li key={tab.id}>
            <Link
              to={{ search: [others, tab.query].filter(Boolean).join('&') }}
              aria-current={tab === chosen ? 'page' : undefined}
              title={tab.isShared ? '与同事共享的视图' : undefined}
            >
              {tab.name}
              {tab.n !== undefined && <span>{tab.n}</span>}
            </Link>
          </li>
        ))}
        <li>
          <Button type="text" onClick={() => setOpen(true)}>
            保存与管理视图
          </Button>
        </li>
      </ul>
      {open && (
        <ManageViews
          {...rest}
          views={saved}
          canShare={answer.data?.canShare ?? false}
          query={kept}
          changed={answer.reload}
          onClose={() => setOpen(false)}
        />
      )}
    </nav>
  )
}

/** The same in whichever order an address says it. */
function ordered(query: string): string {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
