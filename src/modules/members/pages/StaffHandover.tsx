export default function StaffHandover() {
  return null
}
