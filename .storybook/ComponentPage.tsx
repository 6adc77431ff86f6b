import { Controls, Description, Heading, Primary, Source, Stories, Title, useOf } from '@storybook/addon-docs/blocks';

/** The page of a component: what it is, how to import it, its props, all its states. */
export function ComponentPage() {
  const { preparedMeta } = useOf('meta', ['meta']);
  const name = preparedMeta.title.split('/').at(-1) ?? preparedMeta.title;
  return (
    <>
      <Title />
      <Description />
      <Source language="tsx" code={`import { ${name} } from 'runreel';\nimport 'runreel/styles.css';`} />
      <Primary />
      <Heading>Props</Heading>
      <Controls />
      <Stories title="States" includePrimary={false} />
    </>
  );
}
