import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { States } from '#ui/States.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'

/** 常用位置: which column, or which article, the product's own links lead to. `done`: the columns are bound anew. */
export function NamedPlaces({ done }: { done: () => void }) {
  const answer = useApi('GET /staff/namedPlace', {})
  const [isOpen, setOpen] = useState(false)
  const [said, say] = useState('')
  return (
    <section className="desk-card" aria-label="常用位置">
      <div className="desk-card-head">
        <h2>常用位置</h2>
        {!isOpen && <Button onClick={() => setOpen(true)}>指定常用位置</Button>}
      </div>
      <p>网站自带的链接打开哪里。没有指定的，或还没有公开内容的，网站上不出现相应的链接；已指定的栏目不能删除。</p>
      <States answer={answer}>
        {({ fields, values, version, routes }) =>
          isOpen ? (
            <RecordForm
              fields={fields}
              values={values}
              version={version}
              reload={answer.reload}
              onCancel={() => setOpen(false)}
              save={async (form, seen) => {
                await browserApi('POST /staff/namedPlace/save', { form, version: seen ?? version })
                setOpen(false)
                say('常用位置已保存')
                answer.reload()
                done()
              }}
            />
          ) : (
            <Facts
              facts={fields.map(field => [
                field.label,
                <BoundRoute key={field.name} route={routes[field.name]} words={fieldText(field, values[field.name])} />,
              ])}
            />
          )
        }
      </States>
      <StatusMessage>{said}</StatusMessage>
    </section>
  )
}

function BoundRoute({ route, words }: { route: string | null | undefined; words: string }) {
  if (!words) return '没有指定'
  if (!route) return `${words}（还没有公开的内容，不显示链接）`
  return (
    <Link to={route} target="_blank" rel="noopener">
      {words}
    </Link>
  )
}
