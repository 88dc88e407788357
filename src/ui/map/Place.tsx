import { useEffect, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { loadTianditu } from './tianditu.ts'
import './place.css'

type Props = { name: string; address: string; lng: number | null; lat: number | null; tiandituKey: string | null }

/**
 * Place with its address, and a map of Tianditu, the state's base map, if a key is configured. We draw no map
 * ourselves.
 */
export function Place({ name, address, lng, lat, tiandituKey }: Props) {
  const box = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!tiandituKey || lng === null || lat === null) return
    let current = true
    loadTianditu(tiandituKey).then(
      T => {
        if (!current || !box.current) return
        setShown(true)
        const map = new T.Map(box.current)
        const point = new T.LngLat(lng, lat)
        map.centerAndZoom(point, 16)
        map.addOverLay(new T.Marker(point))
        map.addControl(new T.Control.Zoom())
      },
      () => setShown(false), // The address card remains.
    )
    return () => {
      current = false
    }
  }, [tiandituKey, lng, lat])

  return (
    <div className="place">
      <section ref={box} className="place-map" hidden={!shown} aria-label={`${name}的位置`} />
      <div className="place-card">
        <Icon name="pin" size={28} />
        <div>
          <p className="place-name">{name}</p>
          <p>{address}</p>
          <p className="place-links">
            <a href={onMap({ name, address, lng, lat })} target="_blank" rel="noopener noreferrer">
              在高德地图中查看
            </a>
            {lng !== null && lat !== null && (
              <span>
                东经 {lng.toFixed(3)}°，北纬 {lat.toFixed(3)}°
              </span>
            )}
          </p>
        </div>
      </div>
    </div>
  )
}

/** The place itself on a map that phones open in its app; without coordinates, a search for the address. */
function onMap({ name, address, lng, lat }: Omit<Props, 'tiandituKey'>): string {
  if (lng === null || lat === null) return `https://uri.amap.com/search?${new URLSearchParams({ keyword: address })}`
  return `https://uri.amap.com/marker?${new URLSearchParams({ position: `${lng},${lat}`, name, coordinate: 'wgs84' })}`
}
