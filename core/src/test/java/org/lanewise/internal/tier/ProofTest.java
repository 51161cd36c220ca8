package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PanelMoments;
import org.lanewise.internal.kernel.scalar.ScalarKernels;
import org.lanewise.textbook.Trials;

/// Right vector kernels pass the comparison, and wrong ones do not.
class ProofTest {

  private static final KernelSet SCALAR = ScalarKernels.create();

  @ParameterizedTest
  @EnumSource
  void everyVectorKernelPassesOverAndOver(Kernel kernel) throws Exception {
    assumeTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
    VectorTier.load();
    Proof proof = new Proof(kernel, SCALAR, VectorTier.Constant.KERNELS);
    for (int i = 0; i < Trials.of(2, 3); i++) {
      assertNull(proof.difference());
    }
  }

  /// Where a planted kernel goes wrong: always, in the fourth of its shapes, or where it reads a
  /// value, such as −0.
  private enum Where {
    ONE_LANE,
    ONE_SHAPE,
    ONE_VALUE;

    boolean isHere(int shape, Object[] arguments) {
      return switch (this) {
        case ONE_LANE -> true;
        case ONE_SHAPE -> shape == 3;
        case ONE_VALUE -> Arrays.stream(arguments).anyMatch(Where::holdsRare);
      };
    }

    private static boolean holdsRare(Object argument) {
      if (argument instanceof double[][] columns) {
        return holdsRare(columns[0]);
      }
      for (int i = 0; isArray(argument) && i < Array.getLength(argument); i++) {
        if (isRare(Array.get(argument, i))) {
          return true;
        }
      }
      return false;
    }

    private static boolean isRare(Object value) {
      return switch (value) {
        case Double number -> Double.doubleToRawLongBits(number) == Long.MIN_VALUE;
        case Float number -> Float.floatToRawIntBits(number) == Integer.MIN_VALUE;
        case Long bits -> (bits & 0xFFF) == 0x82A;
        case Byte pattern -> pattern == 11 || pattern == 1;
        case Integer number -> number == 2;
        case Boolean bit -> bit;
        default -> false;
      };
    }
  }

  private static boolean isArray(Object of) {
    return of != null && of.getClass().isArray() && of.getClass().componentType().isPrimitive();
  }

  /// Does what the scalar kernels do, and then changes the last bit of one result.
  private static final class Planted implements InvocationHandler {
    private final Object right;
    private final Where where;
    private final int shapes;
    private int calls;

    Planted(Object right, Where where, int shapes) {
      this.right = right;
      this.where = where;
      this.shapes = shapes;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      boolean isHere = where.isHere(calls++ % shapes, arguments);
      List<Object> arrays = new ArrayList<>();
      for (Object argument : arguments) {
        if (isArray(argument)) {
          arrays.add(argument);
        } else if (argument instanceof PanelMoments moments) {
          arrays.add(moments.mean);
        }
      }
      List<Object> before = arrays.stream().map(Planted::copy).toList();
      Object result = method.invoke(right, arguments);
      if (!isHere) {
        return result;
      }
      boolean changed = false;
      for (int i = 0; i < before.size(); i++) {
        changed |= changeOne(before.get(i), arrays.get(i));
      }
      if (!changed && result == null) {
        Object last = arrays.getLast();
        Array.set(last, 0, changed(Array.get(last, 0)));
      }
      return changed(result);
    }

    private static Object copy(Object array) {
      int length = Array.getLength(array);
      Object copy = Array.newInstance(array.getClass().componentType(), length);
      System.arraycopy(array, 0, copy, 0, length);
      return copy;
    }

    private static boolean changeOne(Object before, Object after) {
      for (int i = 0; i < Array.getLength(after); i++) {
        if (!Array.get(before, i).equals(Array.get(after, i))) {
          Array.set(after, i, changed(Array.get(after, i)));
          return true;
        }
      }
      return false;
    }

    private static Object changed(Object value) {
      return switch (value) {
        case null -> null;
        case Double number -> Double.isNaN(number) ? 1.0 : Math.nextDown(number);
        case Float number -> Float.isNaN(number) ? 1f : Math.nextDown(number);
        case Long bits -> bits ^ 1;
        case Integer bits -> bits ^ 1;
        case Byte bits -> (byte) (bits ^ 1);
        case Boolean bit -> !bit;
        default -> value;
      };
    }
  }

  private static KernelSet planted(Kernel kernel, Where where) {
    return (KernelSet)
        Proxy.newProxyInstance(
            ProofTest.class.getClassLoader(),
            new Class<?>[] {KernelSet.class},
            new InvocationHandler() {
              private Object made;

              @Override
              public Object invoke(Object proxy, Method method, Object[] arguments)
                  throws Throwable {
                if (made == null) {
                  made =
                      Proxy.newProxyInstance(
                          ProofTest.class.getClassLoader(),
                          new Class<?>[] {method.getReturnType()},
                          new Planted(method.invoke(SCALAR), where, kernel.shape.extents.length));
                }
                return made;
              }
            });
  }

  @Tag("once")
  @ParameterizedTest
  @EnumSource
  void aKernelThatIsWrongInOneLaneDoesNotPass(Kernel kernel) {
    assertNotNull(new Proof(kernel, SCALAR, planted(kernel, Where.ONE_LANE)).difference());
  }

  @Tag("once")
  @ParameterizedTest
  @EnumSource
  void aKernelThatIsWrongInOneShapeDoesNotPass(Kernel kernel) {
    assertNotNull(new Proof(kernel, SCALAR, planted(kernel, Where.ONE_SHAPE)).difference());
  }

  @Tag("once")
  @ParameterizedTest
  @EnumSource
  void aKernelThatIsWrongOfOneValueDoesNotPass(Kernel kernel) {
    assertNotNull(new Proof(kernel, SCALAR, planted(kernel, Where.ONE_VALUE)).difference());
  }
}
