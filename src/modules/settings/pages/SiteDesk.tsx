import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import type { Answer } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { States } from '#ui/States.tsx'
import { SiteHistory } from './SiteHistory.tsx'

type Desk<L> = {
  answer: Answer<L>
  add: (blank: FormValues) => void
  notice: ReactNode
  dialogs: ReactNode
}
type Props<L> = Pick<ComponentProps<typeof States<L>>, 'empty' | 'children'> & {
  desk: Desk<L>
  title: string
  /** Label of the add button; absent: records cannot be added. */
  add?: string
  blank?: FormValues
  /** Above the rows: what they are for. */
  about?: ReactNode
  /** Record type whose change history is shown below, with restoring. */
  history?: ComponentProps<typeof SiteHistory>['objectType']
  className?: string
  id?: string
}

/** The screen of a desk (`useSiteDesk`): its head, what is said above, its rows and its dialogs. */
export function SiteDesk<L extends { list: unknown }>(props: Props<L>) {
  const { desk, title, add, blank = {}, about, empty, history, className = 'desk-card', id, children } = props
  const { answer } = desk
  return (
    <>
      <section className={className} id={id}>
        {add ? (
          <div className="desk-card-head">
            <h2>{title}</h2>
            <Button type="primary" onClick={() => desk.add(blank)}>
              {add}
            </Button>
          </div>
        ) : (
          <h2>{title}</h2>
        )}
        {about && <p>{about}</p>}
        {desk.notice}
        <States answer={answer} empty={empty}>
          {children}
        </States>
      </section>
      {history && <SiteHistory objectType={history} seen={answer.data?.list} done={answer.reload} />}
      {desk.dialogs}
    </>
  )
}
