import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import '#ui/form/form.css'
import { Said } from '#ui/told/Said.tsx'
import type { Card } from './DeskCard.tsx'

/** Everybody arranges their own workbench: what stands on it, and in which order. */
export function ArrangeCards({ cards }: { cards: readonly Card[] }) {
  const [isOpen, open] = useState(false)
  return (
    <p>
      <Button onClick={() => open(true)}>调整版块</Button>
      {isOpen && <Arranging cards={cards} close={() => open(false)} />}
    </p>
  )
}

function Arranging({ cards, close }: { cards: readonly Card[]; close: () => void }) {
  const [order, setOrder] = useState(cards)
  const [hidden, setHidden] = useState(cards.filter(({ isHidden }) => isHidden).map(({ code }) => code))
  const [said, say] = useState('')
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const swap = (at: number, to: number) => {
    setOrder(order.map((card, i) => (i === at ? order[to]! : i === to ? order[at]! : card)))
    say(`${order[at]!.name}已移到第 ${to + 1} 位`)
  }
  const save = async () => {
    try {
      await browserApi('POST /staff/overview/cards', { order: order.map(({ code }) => code), hidden })
      close()
      void revalidate()
    } catch (error) {
      setProblem(refusalOf(error).message)
    }
  }
  return (
    <Modal title="调整工作台的版块" open onCancel={close} footer={null}>
      <ol className="overview-arrange" role="list" aria-label="版块的先后">
        {order.map(({ code, name }, at) => (
          <li key={code} className="apart">
            <Checkbox
              checked={!hidden.includes(code)}
              onChange={event =>
                setHidden(event.target.checked ? hidden.filter(one => one !== code) : [...hidden, code])
              }
            >
              {name}
            </Checkbox>
            <span>
              <Button disabled={at === 0} aria-label={`${name}上移`} onClick={() => swap(at, at - 1)}>
                上移
              </Button>{' '}
              <Button disabled={at === order.length - 1} aria-label={`${name}下移`} onClick={() => swap(at, at + 1)}>
                下移
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {problem && <Problem>{problem}</Problem>}
      <Said>{said}</Said>
      <div className="form-actions">
        <Button type="primary" onClick={() => void save()}>
          保存
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}
