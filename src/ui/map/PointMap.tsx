import { useEffect, useRef, useState } from 'react'
import type { Point } from '#lib/form/form.ts'
import { useLatest } from '../useLatest.ts'
import { loadTianditu, type Marker, type Tianditu, type TMap } from './tianditu.ts'

type Props = { tiandituKey: string; value: Point | null; onChange: (value: Point) => void }

/** Beijing, from far enough to find the rest. */
const START = { lng: 116.407, lat: 39.904 }
const COUNTRY_ZOOM = 5
const STREET_ZOOM = 16

/** The State's base map with a marker to drag; a click puts it there. Whoever uses no mouse types the numbers below it. */
export function PointMap({ tiandituKey, value, onChange }: Props) {
  const box = useRef<HTMLElement>(null)
  const marker = useRef<Marker>(null)
  const [T, setT] = useState<Tianditu>()
  const [map, setMap] = useState<TMap>()
  const moved = useLatest(onChange)

  useEffect(() => {
    let current = true
    loadTianditu(tiandituKey).then(
      loaded => current && setT(loaded),
      () => {}, // The numbers remain.
    )
    return () => {
      current = false
    }
  }, [tiandituKey])

  // A map measures its box, which has to be on the screen by then.
  useEffect(() => {
    if (!T || !box.current) return
    const made = new T.Map(box.current)
    made.centerAndZoom(new T.LngLat(START.lng, START.lat), COUNTRY_ZOOM)
    made.addControl(new T.Control.Zoom())
    made.addEventListener('click', ({ lnglat }) => moved.current(plain(lnglat)))
    setMap(made)
  }, [T])

  useEffect(() => {
    if (!T || !map || !value) return
    const point = new T.LngLat(value.lng, value.lat)
    if (marker.current) {
      marker.current.setLngLat(point)
      map.panTo(point)
      return
    }
    const made = new T.Marker(point)
    marker.current = made
    map.addOverLay(made)
    made.enableDragging()
    made.addEventListener('dragend', () => moved.current(plain(made.getLngLat())))
    map.centerAndZoom(point, STREET_ZOOM)
  }, [T, map, value])

  return <section ref={box} className="point-map" hidden={!T} aria-label="地图：拖动标记，或点击新的位置" />
}

const plain = ({ lng, lat }: Point): Point => ({ lng, lat })
