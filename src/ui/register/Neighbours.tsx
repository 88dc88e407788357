import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { Api } from '#api/load.ts'
import type { RegisterPage } from '#lib/register/register.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { useKeys } from '../keys/useKeys.ts'
import { useSwitch } from '../useSwitch.ts'
import { listOf, stateOfList, stateOfRow } from './listState.ts'
import { type Neighbour, type Place, placeIn } from './neighbours.ts'
import './neighbours.css'
import { withCommas } from '#lib/words/numbers.ts'

type Props = {
  of: {
    path: string
    load: (api: Api, address: { query: URLSearchParams }) => Promise<{ page: RegisterPage<{ id: number }> }>
  }
  id: number
  unit: string
}

/** Links from a record back to its row in the register, and to the previous and next record. */
export function Neighbours({ of: { path: register, load }, id, unit }: Props) {
  const list = listOf(useLocation().state)
  const navigate = useNavigate()
  const [keysOn] = useSwitch('desk-keys', true)
  const [place, setPlace] = useState<Place>()
  const pageOf = async (query: URLSearchParams) => (await load(browserApi, { query })).page
  const find = useEffectEvent((...of: [list: string, id: number]) => placeIn(pageOf, ...of))
  useEffect(() => {
    if (list === undefined) return
    let current = true
    // The link back works without the position.
    find(list, id).then(
      found => current && setPlace(found),
      () => current && setPlace(undefined),
    )
    return () => {
      current = false
    }
  }, [list, id])
  const open = (to: Neighbour | undefined) =>
    to && navigate(`${register}/${to.id}`, { state: stateOfList(to.list), replace: true })
  const back = () => list !== undefined && navigate(register + list, { state: stateOfRow(register, id) })
  const keys = { j: () => open(place?.next), k: () => open(place?.previous), u: back }
  useKeys(keysOn && list !== undefined ? { ...keys, J: keys.j, K: keys.k, U: keys.u } : null)
  if (list === undefined) return null
  return (
    <nav className="neighbours" aria-label="名册中的位置">
      <Link to={register + list} state={stateOfRow(register, id)}>
        返回名册
      </Link>
      {place && (
        <span>
          第 {withCommas(place.n)} {unit}，共 {totalWords(place.of)}
        </span>
      )}
      <NeighbourLink register={register} to={place?.previous} name="上一个" />
      <NeighbourLink register={register} to={place?.next} name="下一个" />
    </nav>
  )
}

const NeighbourLink = ({ register, to, name }: { register: string; to: Neighbour | undefined; name: string }) =>
  to && (
    <Link to={`${register}/${to.id}`} state={stateOfList(to.list)} replace title={to.name}>
      {name}
      <span className="hidden-text">：{to.name}</span>
    </Link>
  )
