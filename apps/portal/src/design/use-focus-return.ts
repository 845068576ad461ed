import { useEffect, useState } from 'react';

/** For a dialog that is there only while it is open: what had the focus before gets it back. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog is gone: as long as it is there, it keeps the focus inside.
      setTimeout(() => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true }));
    },
    [before],
  );
}
