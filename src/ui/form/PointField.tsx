import { Button, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { Point } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { PointMap } from '../map/PointMap.tsx'
import './pointField.css'

type Found = Point & { level: string; approx: boolean }

type Props = {
  value: Point | null
  onChange: (value: Point | null) => void
  /** The address as filled in elsewhere, which the search looks for. */
  locate?: string
  find?: (address: string) => Promise<Found | null>
  id?: string
  role?: string
  tabIndex?: number
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

const ask = (keyWord: string): Promise<Found | null> => browserApi('GET /map/geocode', { keyWord })

const FOUND = '已按地址找到位置，请核对。'
const APPROXIMATE = '这只是所在省份的中心点，请改为准确的位置。'
const NOTHING = '没有找到这个地址。请选择省份，再填写准确的经纬度。'

/**
 * Input of a location: by address, on the map, or by coordinates. The last works everywhere, with the keyboard alone.
 */
export function PointField({ value, onChange, locate = '', find = ask, ...group }: Props) {
  const { tiandituKey } = (useRouteLoaderData('root') as { tiandituKey: string | null } | undefined) ?? {}
  const [said, say] = useState('')
  const [searching, setSearching] = useState(false)
  const address = locate.trim()

  const move = (point: Point | null) => {
    say('')
    onChange(point)
  }
  const search = async () => {
    setSearching(true)
    try {
      const found = await find(address)
      if (found) onChange({ lng: round(found.lng), lat: round(found.lat) })
      say(found ? (found.approx ? APPROXIMATE : FOUND) : NOTHING)
    } catch (error) {
      say((error as Error).message)
    } finally {
      setSearching(false)
    }
  }
  const toProvince = (code: string) => {
    const { lng, lat } = provinces.find(province => province.code === code)!
    onChange({ lng, lat })
    say(APPROXIMATE)
  }

  return (
    <div className="point" {...group}>
      <div className="point-search">
        <Button onClick={search} loading={searching} disabled={address.length < 2}>
          按地址查找
        </Button>
        <Select
          aria-label="或取省份的中心点"
          placeholder="或取省份的中心点"
          value={null}
          onChange={toProvince}
          showSearch={{ optionFilterProp: 'label' }}
          options={provinces.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
      {address.length < 2 && <p className="point-said">填写地址之后，可以按地址查找。</p>}
      <p className="point-said" role="status">
        {said}
      </p>
      {tiandituKey && <PointMap tiandituKey={tiandituKey} value={value} onChange={point => move(rounded(point))} />}
      <Coordinates value={value} onChange={move} />
    </div>
  )
}

/** Rounds to five decimals, about a metre: more would only suggest a precision that is not there. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
const rounded = ({ lng, lat }: Point) => ({ lng: round(lng), lat: round(lat) })

/** A single coordinate is no point: it is kept here until the other one is there. */
function Coordinates({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const id = useId()
  const [half, setHalf] = useState<Partial<Point>>({})
  const { lng = null, lat = null }: { lng?: number | null; lat?: number | null } = value ?? half
  const set = (changed: Partial<Record<keyof Point, number | null>>) => {
    const next = { lng, lat, ...changed }
    if (next.lng !== null && next.lat !== null) return onChange({ lng: next.lng, lat: next.lat })
    setHalf({ lng: next.lng ?? undefined, lat: next.lat ?? undefined })
    if (value) onChange(null)
  }
  return (
    <div className="point-numbers">
      <label htmlFor={`${id}-lng`}>经度（东经）</label>
      <InputNumber
        id={`${id}-lng`}
        min={73}
        max={136}
        step={0.001}
        precision={5}
        inputMode="decimal"
        placeholder="如 116.40740"
        value={lng}
        onChange={degrees => set({ lng: degrees })}
      />
      <label htmlFor={`${id}-lat`}>纬度（北纬）</label>
      <InputNumber
        id={`${id}-lat`}
        min={3}
        max={54}
        step={0.001}
        precision={5}
        inputMode="decimal"
        placeholder="如 39.90420"
        value={lat}
        onChange={degrees => set({ lat: degrees })}
      />
    </div>
  )
}
