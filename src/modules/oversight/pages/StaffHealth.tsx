export default function StaffHealth() {
  return null
}
