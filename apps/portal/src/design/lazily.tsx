import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

/**
 * A part of a screen that is loaded when it is first shown, such as a dialog: it does not count to the first load.
 * Nothing stands in its place meanwhile.
 */
export function lazily<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): (props: PropsOf<Module[Name]>) => ReactNode {
  const Part = lazyRouteComponent(
    load as () => Promise<Record<string, unknown>>,
    name as string,
  ) as ComponentType<object>;
  return function Lazily(props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
